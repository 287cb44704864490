/** The part of Deno's API that functions use; our server and hosted Supabase provide it. */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): void;
  env: { get(name: string): string | undefined };
};
