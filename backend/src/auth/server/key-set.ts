import { answerJson } from '../http/answer.ts';

/** GET /.well-known/jwks.json: no public keys, because tokens are signed with a shared secret; clients then ask /user. */
export async function keySet(): Promise<Response> {
  return answerJson({ keys: [] }, 200, { 'cache-control': 'public, max-age=600' });
}
