import { stripVTControlCharacters } from 'node:util';

/** From a report of Vitest: `{ name, message }` for each failed test, and for each file that could not run. */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [failure(file.name, [file.message])];
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${file.name} › ${fullName}`, failureMessages),
    );
  });
}

/** From a report of Playwright, which nests its suites: a file, and the names of `describe`. */
export function browserFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => failure('outside a test', [message]));
  return [...outside, ...(report?.suites ?? []).flatMap((suite) => failuresOf(suite))];
}

function failuresOf({ specs = [], suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return failure(
        `${file}:${line} › ${title}`,
        errors.map(({ message }) => message),
      );
    });
  return [...failed, ...suites.flatMap((suite) => failuresOf(suite))];
}

function failure(name, messages) {
  return { name, message: stripVTControlCharacters(messages.filter(Boolean).join('\n')) };
}
