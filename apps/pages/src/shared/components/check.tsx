interface CheckProps {
  id: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Below. */
  error?: string | undefined;
}

/** A declaration that the reader ticks. */
export function Check({ id, label, checked, onChange, error }: CheckProps) {
  return (
    <div>
      <label class="check" for={id}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          {...(error && { 'aria-describedby': `${id}-error`, 'aria-invalid': true as const })}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      {error && (
        <p class="err" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
