/** Returns the text of a file or a request without the byte order mark that some editors and shells write before it. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');
