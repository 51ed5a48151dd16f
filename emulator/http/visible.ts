/** Replaces control, format and separator characters, which could affect the text around an untrusted name. */
export const visible = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, '·');
