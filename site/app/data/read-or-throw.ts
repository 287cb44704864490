interface Answer<Data> {
  data: Data | null;
  error: { message: string; code?: string } | null;
}

/** The rows of an answer. A list that could not be read is breakage: it is thrown, logged and answered plainly. */
export function readOrThrow<Data>(what: string, { data, error }: Answer<Data>): Data {
  if (error) throw new Error(`${what} could not be read: ${error.message} (${error.code ?? 'no code'})`);
  if (data === null) throw new Error(`${what} could not be read: the answer was empty`);
  return data;
}
