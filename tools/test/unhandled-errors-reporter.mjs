import { writeFileSync } from 'node:fs';

/** A reporter of Vitest: writes the messages of errors outside tests, which its JSON report lacks. */
export default class UnhandledErrorsReporter {
  onTestRunEnd(_modules, errors) {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)));
  }
}
