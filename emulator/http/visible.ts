const unsafe = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu;

/** Replaces control, format and separator characters, which could affect the text around an untrusted name. */
export const visible = (text: string): string => text.replaceAll(unsafe, '·');

/** The same for what is written to a terminal, but for line breaks and the escape character of our own colours. */
export const onTerminal = (text: string): string =>
  text.replaceAll(unsafe, (sign) => (sign === '\n' || sign === '\u001B' ? sign : '·'));

/** Returns the text of a file or a request without the byte order mark that some editors and shells write before it. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');
