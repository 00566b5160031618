import { useTexts } from '../texts/reader.ts';
import { sharedTexts } from '../texts/shared-texts.ts';

interface FieldProps {
  id: string;
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string;
  /** Under the field. */
  error?: string | undefined;
  isOptional?: boolean;
  /** Several lines. */
  isLong?: boolean;
  /** Figures, for which a phone shows its keys. */
  isNumber?: boolean;
  maxLength?: number;
  type?: 'text' | 'email' | 'tel';
  autocomplete?: string;
}

/** A text that the reader types, with its label above and its error below. */
export function Field(props: FieldProps) {
  const texts = useTexts(sharedTexts);
  const {
    id,
    label,
    value,
    onInput,
    hint,
    error,
    isOptional,
    isLong,
    isNumber,
    maxLength,
    type,
    autocomplete,
  } = props;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const shared = {
    id,
    name: id,
    value,
    ...(maxLength !== undefined && { maxLength }),
    ...(described && { 'aria-describedby': described }),
    ...(error && { 'aria-invalid': true as const }),
  };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="soft"> {texts.optional}</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {isLong ? (
        <textarea {...shared} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      ) : (
        <input
          {...shared}
          {...({ type: type ?? 'text' } as { type: 'text' })}
          {...(autocomplete && { autocomplete })}
          {...(isNumber && { inputMode: 'numeric' as const })}
          required={!isOptional}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {error && (
        <p class="err" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
