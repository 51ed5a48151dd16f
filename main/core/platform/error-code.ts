/** The code of a system error (`ENOENT`); `otherwise` if it has none, by default the error as text. */
export const errorCode = (error: unknown, otherwise = String(error)): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : otherwise;
