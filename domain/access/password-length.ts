const mostBytes = 256;
/** The hash takes at most 256 bytes of UTF-8. */
export const fitsPassword = (password: string): boolean => new TextEncoder().encode(password).length <= mostBytes;
