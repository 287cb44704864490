/** Something the operator must fix before the server starts. One line, printed without a stack. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' '), options);
    this.name = 'StartupError';
  }
}
