import { expect, test } from '../product/fixture.ts';
import { holdRequests } from '../product/hold-requests.ts';
import { openHydrated } from '../product/hydrated.ts';
import { accountPassword, signUpAccount } from '../product/staff.ts';

test('P-75 P-76 P-77 A-13 A-27 the card has its words and two tabs, which arrows, Home and End move between; the password can be shown', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await openHydrated(page, '/auth');
  const signIn = page.getByRole('tab', { name: 'Sign In' });
  const signUp = page.getByRole('tab', { name: 'Sign Up' });
  const panel = page.getByRole('tabpanel');
  const password = page.getByLabel('Password', { exact: true });
  await test.step('words', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Access' })).toBeVisible();
    await expect(page.getByText('Sign in to manage your agency')).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up']);
    await expect(signIn).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('textbox')).toHaveCount(2);
  });
  await test.step('the password is shown and hidden', async () => {
    await password.fill('secret words');
    await expect(password).toHaveAttribute('type', 'password');
    const show = page.getByRole('button', { name: 'Show password' });
    const [outer, inner] = [await password.boundingBox(), await show.boundingBox()];
    const middle = (area: typeof outer) => (area?.y ?? 0) + (area?.height ?? 0) / 2;
    expect(Math.abs(middle(outer) - middle(inner))).toBeLessThan(1.5);
    await show.click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });
  await test.step('the chart that is loaded beside the card does not move it', async () => {
    const before = await page.getByRole('main').boundingBox();
    await page.locator('main ~ [aria-hidden=true]').evaluate((chart) => (chart.style.display = 'none'));
    expect(await page.getByRole('main').boundingBox()).toEqual(before);
  });
  await test.step('keys', async () => {
    await signIn.focus();
    for (const [key, tab] of [
      ['ArrowRight', signUp],
      ['ArrowRight', signIn],
      ['ArrowLeft', signUp],
      ['Home', signIn],
      ['End', signUp],
    ] as const) {
      await page.keyboard.press(key);
      await expect(tab).toBeFocused();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
    }
    expect(await signUp.getAttribute('aria-controls')).toBe(await panel.getAttribute('id'));
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(password).toBeVisible();
  });
  await page.getByRole('link', { name: 'Back to Main Site' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('P-78 P-81 P-82 P-79 P-85 sign-up sends the name and the dashboard as target, shows that it works, then opens it', async ({
  page,
  product,
}) => {
  const release = await holdRequests(page, /\/auth\/v1\/signup/);
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('Noor Haddad');
  await page.getByLabel('Email').fill(`noor-${Date.now()}@fairlead.example`);
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  const [request] = await Promise.all([
    page.waitForRequest(/\/auth\/v1\/signup/),
    page.getByRole('button', { name: 'Sign Up' }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ data: { full_name: 'Noor Haddad' } });
  expect(new URL(request.url()).searchParams.get('redirect_to')).toBe(`${product.url}/dashboard`);
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
  await expect(page.locator('.button .spinner')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('You can now sign in with your credentials.')).toBeVisible();
  await expect(page.getByText('Account created!')).toBeVisible();
});

test('P-78 P-79 P-80 P-85 sign-in sends no name, shows that it works, and opens the dashboard', async ({
  page,
  product,
}) => {
  const { email } = await signUpAccount(product);
  const release = await holdRequests(page, /\/auth\/v1\/token/);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  const [request] = await Promise.all([
    page.waitForRequest(/\/auth\/v1\/token\?grant_type=password/),
    page.keyboard.press('Enter'),
  ]);
  expect(request.postData()).not.toContain('full_name');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await expect(page.locator('.button .spinner')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('You have successfully signed in.')).toBeVisible();
  await expect(page.getByText('Total Leads')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Welcome back!')).toBeVisible();
});

test('P-144 G-48 A-18 the toast has the first problem, every field explains its correction; the focus goes to the only field or to a summary of several', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const toasts = page.locator('.toast');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText('Error');
  await expect(toasts).toContainText('Name must be at least 2 characters');
  await expect(page.getByText('There is a problem')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('There is a problem');
  await expect(page).toHaveTitle(/^Error: /);
  for (const label of ['Full Name', 'Email']) {
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByText('Enter your full name (at least 2 characters)')).toHaveCount(1);
  await page.getByRole('link', { name: 'Full Name' }).click();
  await expect(page.getByLabel('Full Name')).toBeFocused();

  await page.getByLabel('Full Name').fill('Ana Roy');
  await page.getByLabel('Email').fill('ana@');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill('ana@roy.example');
  await page.getByLabel('Password', { exact: true }).fill('five5');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByText('There is a problem')).toHaveCount(0);
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Roy');

  // the other form has the same rules, but no field for the name
  await page.getByRole('tab', { name: 'Sign In' }).click();
  for (const [email, word, rule] of [
    ['ana@', 'five5', 'Invalid email address'],
    ['ana@roy.example', 'five5', 'Password must be at least 6 characters'],
  ] as const) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(word);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toasts.last()).toContainText(`Error${rule}`);
  }
});

test('P-84 a refusal is the service’s own message, a blank one the fallback', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody@fairlead.example');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const toast = page.locator('.toast[data-variant="destructive"]').last();
  await expect(toast).toContainText('ErrorInvalid login credentials');
  await expect(page.getByLabel('Email')).toHaveValue('nobody@fairlead.example');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
  // the message is shown in one place only: in the form once the toast is gone
  const words = page.getByText('Invalid login credentials');
  await expect(words).toHaveCount(1);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('tabpanel').getByText('Invalid login credentials')).toBeVisible();
  await expect(words).toHaveCount(1);

  await page.route(/\/auth\/v1\//, (route) => route.fulfill({ status: 400, json: {} }));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.locator('.toast').last()).toContainText('ErrorFailed to sign in');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.locator('.toast'), 'nothing of the other form').toHaveCount(0);
  await page.getByLabel('Full Name').fill('Ana Roy');
  await page.getByLabel('Email').fill('ana@roy.example');
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.locator('.toast').last()).toContainText('ErrorFailed to create account');
});

test('P-168 an error in the URL is shown once, in our own text, and removed from the URL @audit', async ({
  page,
}) => {
  const theirs = 'Call+1-900-555-0199+to+unlock+your+account';
  const toasts = page.locator('.toast[data-variant="destructive"]');
  await page.goto(`/auth#error=access_denied&error_code=otp_expired&error_description=${theirs}`);
  await expect(toasts).toContainText('This link has expired, was already used, or is incomplete.');
  await expect(page).toHaveURL(/\/auth$/);
  // the toast disappears automatically, the card keeps the message
  await expect(page.locator('main').getByText('This link has expired')).toBeVisible();
  await page.goto(`/dashboard?error=server_error&error_description=${theirs}`);
  await expect(toasts.last()).toContainText('Something went wrong on our end.');
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.locator('main').getByText('Something went wrong on our end.')).toBeVisible();
  // Untouched public pages, to which a provider or a message may lead back.
  for (const [address, words] of [
    [`/?error=access_denied&error_description=${theirs}`, 'Sign-in was cancelled or refused.'],
    [`/services#error_description=${theirs}&error_code=toString`, "That link didn't work."],
    [`/no-such-page?error_code=user_banned&error_description=${theirs}`, 'This account is blocked.'],
  ] as const) {
    await page.goto(address);
    await expect(toasts).toHaveCount(1);
    await expect(toasts).toContainText(words);
    await expect(page).not.toHaveURL(/error/);
    expect(await page.locator('body').textContent()).not.toContain('1-900');
  }
});

test('an early press sends nothing the plain way: it is kept until the page can answer', async ({ page }) => {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto('/auth');
  await page.getByLabel('Email').fill('early@fairlead.example');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Email').press('Enter');
  expect(posts).toEqual([]);
  release();
  await expect(page.locator('.toast').last()).toContainText('Invalid login credentials');
  expect(posts.every((url) => url.includes('/auth/v1/token'))).toBe(true);
});
