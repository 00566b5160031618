/** The key under which the secrets of test endpoints are sealed. */
export const secretKey = Buffer.alloc(32, 7);

/** Where test receivers listen. */
export const loopback = ['127.0.0.0/8', '::1/128'];
