// A switch with its words beside it: what it is about, and how it stands.
export function Switch({
  label,
  isOn,
  states,
  onChange,
  disabled = false,
}: {
  readonly label: string;
  readonly isOn: boolean;
  /** How it is called when it is on, and when it is off. */
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
