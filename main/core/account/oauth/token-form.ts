// The characters of a token. A token that no request can carry must not replace one that works.

/** Any visible ASCII, which is more than RFC 6750 §2.1 (b64token) allows, and all that a header can carry. */
export const standsInHeader = (accessToken: string): boolean => /^[!-~]+$/.test(accessToken);

/** RFC 6749 §A.17: visible ASCII and spaces. */
export const isRefreshToken = (refreshToken: string): boolean => /^[ -~]+$/.test(refreshToken);
