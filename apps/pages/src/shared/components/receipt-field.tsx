import { useTexts } from '../texts/reader.ts';
import { sharedTexts } from '../texts/shared-texts.ts';
import { Field } from './field.tsx';

interface ReceiptFieldProps {
  value: string;
  onInput: (value: string) => void;
  isBad: boolean;
}

/** Where the receipt of a withdrawal is acknowledged (§ 356a (2) BGB). */
export function ReceiptField({ value, onInput, isBad }: ReceiptFieldProps) {
  const { receiptEmail, badEmail } = useTexts(sharedTexts);
  return (
    <Field
      id="email"
      type="email"
      label={receiptEmail}
      value={value}
      onInput={onInput}
      error={isBad ? badEmail : undefined}
      autocomplete="email"
      maxLength={254}
    />
  );
}
