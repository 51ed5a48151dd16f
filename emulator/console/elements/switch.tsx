// A switch with its label and state.
export function Switch({
  label,
  isOn,
  states,
  onChange,
  disabled = false,
}: {
  readonly label: string;
  readonly isOn: boolean;
  /** The texts of the on and off states. */
  readonly states: readonly [string, string];
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
}) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      <span className="switch-track" aria-hidden="true">
        <i />
      </span>
      <span className="switch-state" aria-hidden="true">
        {isOn ? states[0] : states[1]}
      </span>
    </button>
  );
}
