import type { PracticeProvider } from '../../fakes/openid-provider.ts';
import type { WireServer } from '../server.ts';

export const siteUrl = 'http://localhost:3000';

/** Configures the practice provider both as keycloak and as github. */
export function providerConfig(provider: PracticeProvider, rest = ''): string {
  const one = `enabled = true
client_id = "${provider.clientId},other-app"
secret = "${provider.clientSecret}"
url = "${provider.url}"`;
  return `[auth]
site_url = "${siteUrl}"
additional_redirect_urls = ["https://app.example.com/**"]
enable_manual_linking = true
${rest}
[auth.external.keycloak]
${one}
[auth.external.github]
${one}
[auth.external.discord]
enabled = true
client_id = "x"
[auth.external.google]
enabled = false
client_id = "x"`;
}

export class Browser {
  #cookies = new Map<string, string>();

  async visit(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...(cookie ? { cookie } : {}) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects until one leads outside `hosts`; returns that URL. */
  async walk(url: string, ...hosts: string[]): Promise<URL> {
    let at = url;
    for (let steps = 0; steps < 10; steps++) {
      const response = await this.visit(at);
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
      at = new URL(next, at).href;
      if (!hosts.some((host) => at.startsWith(host))) return new URL(at);
    }
    throw new Error('the redirects do not end');
  }
}

export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

/** In a new browser; returns the last URL. */
export function signInAt(
  server: WireServer,
  provider: PracticeProvider,
  query = 'provider=keycloak',
): Promise<URL> {
  return new Browser().walk(`${server.url}/auth/v1/authorize?${query}`, server.url, provider.url);
}
