/** The version of the line of `status`. Grows when a field is removed or changes its meaning, not when one is added. */
export const STATUS_DOCUMENT = 1;
