/** The key that encrypts the secrets of endpoints in tests. */
export const secretKey = Buffer.alloc(32, 7);

/** Networks of the receivers in tests. */
export const loopback = ['127.0.0.0/8', '::1/128'];
