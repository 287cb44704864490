/** An error whose message is sent to the client unchanged. */
export class RealtimeProtocolError extends Error {}
