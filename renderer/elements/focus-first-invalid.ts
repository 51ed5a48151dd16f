/** Moves the focus to the first invalid field. Called after the fields have been rendered with their errors. */
export function focusFirstInvalid(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
