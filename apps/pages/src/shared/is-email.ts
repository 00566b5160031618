/** Whether a text looks like an e-mail address. The service checks it. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
