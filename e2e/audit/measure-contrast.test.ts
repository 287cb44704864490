import { expect, test } from '@playwright/test';
import { measureContrast } from './measure-contrast.ts';

test('A-2 contrast over a drawing is measured in the picture: weak text is reported, invisible text is not @audit', async ({
  page,
}) => {
  await page.setContent(`
    <style>
      body { margin: 0 } p { margin: 0; font: 16px sans-serif; width: 20rem }
      .drawing { background: linear-gradient(90deg, #fff 50%, #777 50%) }
      #far { margin-top: 200vh }
      #under { position: relative; z-index: -1; margin-top: -3rem }
    </style>
    <p class="drawing" id="strong" style="color: #000">Strong over both of its grounds, from one end to the other</p>
    <p class="drawing" id="weak" style="color: #888">Weak over both of its grounds, from one end to the other</p>
    <p class="drawing" id="far" style="color: #fff; opacity: .9">Weak over one of them, and far below the window</p>
    <div style="position: relative; height: 3rem; background: #fff"></div>
    <p id="under" style="color: #eee">Covered</p>
  `);
  const texts = ['#strong', '#weak', '#far', '#under'];
  const { faults, undecided } = await measureContrast(page, texts, 'AA');
  expect(faults).toEqual([
    expect.stringMatching(/^#weak: contrast 1\.\d\d of 4\.5$/),
    expect.stringMatching(/^#far: contrast 1\.\d\d of 4\.5$/),
  ]);
  expect(undecided).toEqual(['#under']);
  expect(await page.evaluate(() => [scrollY, document.querySelectorAll('[data-clear]').length])).toEqual([
    0, 0,
  ]);

  await page.setContent('<p id="weak" style="color: #eee">Weak</p><dialog>A question</dialog>');
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  expect(await measureContrast(page, ['#weak'], 'AA')).toEqual({ faults: [], undecided: [] });
});
