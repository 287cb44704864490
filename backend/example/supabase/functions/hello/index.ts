Deno.serve(() => Response.json({ hello: 'world' }));
