import { jsonResponse } from '../errors/json-response.ts';

/** In GoTrue's form. */
export async function health(): Promise<Response> {
  return jsonResponse({
    version: 'v2',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
}
