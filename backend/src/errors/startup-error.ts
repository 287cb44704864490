/** Something the person who starts the server must fix. The message is one line; it is printed without a stack. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' '), options);
    this.name = 'StartupError';
  }
}
