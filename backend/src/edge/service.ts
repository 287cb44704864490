/** The five services of the protocol, by the first segment of their path. */
export type ServiceName = 'rest' | 'auth' | 'storage' | 'realtime' | 'functions';

/** Answers a request whose full URL it gets; it strips its own prefix. */
export type Service = (request: Request) => Promise<Response>;

/** The service a path belongs to. */
export function serviceOf(path: string): ServiceName | undefined {
  return /^\/(rest|auth|storage|realtime|functions)\/v1(?:\/|$)/.exec(path)?.[1] as ServiceName | undefined;
}
