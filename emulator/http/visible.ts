/** Replaces control, format and separator characters, which could affect the text around an untrusted name. */
export const visible = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, '·');

/** The same for what is written to a terminal, but for line breaks and the escape character of our own colours. */
export const onTerminal = (text: string): string => text.replaceAll(/(?![\n\u001B])\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, '·');
