// A form that was not taken: the first field that something is amiss with gets the focus, and comes into sight by that.

/** Called after the fields have been drawn with what is amiss. */
export function focusFirstInvalid(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
