const initialDelayMs = 250;
const maxTotalMs = 3_000;

/**
 * A fetch that retries reads during an outage. It replaces the client's own retry, which repeats three times however
 * slow each response is: a page took 40 s when the network dropped packets to the database.
 */
export function retryReads(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isRead = /^(GET|HEAD)$/.test(init?.method ?? 'GET');
    const deadline = performance.now() + maxTotalMs;
    for (let delayMs = initialDelayMs; ; delayMs *= 2) {
      const isLast = () =>
        !isRead || init?.signal?.aborted === true || performance.now() + delayMs > deadline;
      try {
        const response = await send(input, init);
        if (![503, 520].includes(response.status) || isLast()) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast()) throw error;
      }
      await new Promise((done) => setTimeout(done, delayMs));
    }
  };
}
