// What a token may be made of. One that no request can carry must not take the place of one that works.

/** Any visible ASCII, which is more than RFC 6750 §2.1 (b64token) allows: what else there is, no header carries. */
export const standsInHeader = (accessToken: string): boolean => /^[!-~]+$/.test(accessToken);

/** RFC 6749 §A.17: visible ASCII and spaces. */
export const isRefreshToken = (refreshToken: string): boolean => /^[ -~]+$/.test(refreshToken);
