/** The little of Deno that functions use; both our own server and hosted Supabase offer it. */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): void;
  env: { get(name: string): string | undefined };
};
