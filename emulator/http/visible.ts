/** A name that somebody chose, for a place that shows plain text: what steers or turns the text around it is a dot. */
export const visible = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, '·');
