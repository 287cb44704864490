// Limits by client address: semaphores, rates, pacing of the event loop.
export { clientIpKey, widerIpv6Key } from '../limits/client-ip-key.ts';
export { createFairSemaphore } from '../limits/fair-semaphore.ts';
export { eventLoopPacer } from '../limits/event-loop-pacer.ts';
export { createRateLimiter } from '../limits/rate-limiter.ts';
