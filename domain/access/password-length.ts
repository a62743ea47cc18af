const mostBytes = 256;
/** Hashing takes no more than 256 bytes, in UTF-8. */
export const fitsPassword = (password: string): boolean => new TextEncoder().encode(password).length <= mostBytes;
