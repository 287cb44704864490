/** The part of Deno that functions use; our server and hosted Supabase have it. */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): void;
  env: { get(name: string): string | undefined };
};
