import { stripVTControlCharacters } from 'node:util';

/**
 * From a report of Vitest: each failed test, and each file that could not run (`title: null`). `file` is its absolute
 * path; `title` contains the names of `describe`, as `--testNamePattern` expects.
 */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && file.status === 'failed')
      return [{ file: file.name, title: null, ...failure(file.name, [file.message]) }];
    return failed.map(({ ancestorTitles, title, failureMessages }) => {
      const fullTitle = [...ancestorTitles, title].join(' > ');
      return {
        file: file.name,
        title: fullTitle,
        ...failure(`${file.name} › ${fullTitle}`, failureMessages),
      };
    });
  });
}

/** From a report of Playwright, which nests its suites: a file, and the names of `describe`. Errors outside tests have no `file`. */
export function browserFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => failure('outside a test', [message]));
  return [...outside, ...(report?.suites ?? []).flatMap((suite) => failuresOf(suite))];
}

function failuresOf({ specs = [], suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return {
        file,
        ...failure(
          `${file}:${line} › ${title}`,
          errors.map(({ message }) => message),
        ),
      };
    });
  return [...failed, ...suites.flatMap((suite) => failuresOf(suite))];
}

function failure(name, messages) {
  return { name, message: stripVTControlCharacters(messages.filter(Boolean).join('\n')) };
}
