/** Moves the focus to the first invalid field. Called after the fields have been rendered with their errors. */
export function focusFirstInvalid(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.focus();
}
