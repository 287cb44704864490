/** Its message is sent to the client as it is. */
export class ProtocolError extends Error {}
