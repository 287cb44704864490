// Endpoints of the admin API that read users.
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { validationFailedError } from '../http/errors.ts';
import { userJson } from '../accounts/user-json.ts';
import { selectUsers as readUsers } from '../accounts/user-row.ts';
import { requireExistingUser } from './require-existing-user.ts';

const defaultPerPage = 50;
const maxPerPage = 1000;

/** Query: page, per_page. Response headers: X-Total-Count, Link. */
export async function listUsers(request: Request, deps: AuthDeps): Promise<Response> {
  const url = new URL(request.url);
  const page = readNumber(url, 'page', 1);
  const perPage = Math.min(readNumber(url, 'per_page', defaultPerPage), maxPerPage);
  const { users, total } = await readUsers(deps.pool, { limit: perPage, offset: (page - 1) * perPage });
  deps.onUsersRead(request, users.length);
  const body = { users: users.map(userJson), aud: 'authenticated' };
  return jsonResponse(body, 200, {
    'x-total-count': String(total),
    link: linkHeader(url, page, Math.max(1, Math.ceil(total / perPage))),
  });
}

function readNumber(url: URL, name: string, fallback: number): number {
  const text = url.searchParams.get(name);
  if (!text) return fallback;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value > 0) return value;
  throw validationFailedError(`Bad Pagination Parameters: ${name} must be a whole number from 1 on`);
}

/** `page` comes first, because supabase-js reads the number after the first `=`. */
function linkHeader(url: URL, page: number, last: number): string {
  function link(to: number, rel: string): string {
    const query = new URLSearchParams({ page: String(to) });
    const perPage = url.searchParams.get('per_page');
    if (perPage) query.set('per_page', perPage);
    return `<${url.pathname}?${query}>; rel="${rel}"`;
  }
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

export async function readUser(id: string, deps: AuthDeps): Promise<Response> {
  return jsonResponse(userJson(await requireExistingUser(id, deps)));
}
