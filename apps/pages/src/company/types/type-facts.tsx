import type { BookingPage as BookingType } from '@pv-planning/contract/pages';
import { Icon } from '../../shared/components/icon.tsx';
import { useFormats, useTexts } from '../../shared/texts/reader.ts';
import { sharedTexts } from '../../shared/texts/shared-texts.ts';
import { typeTexts } from './type-texts.ts';

/** Returns what an appointment costs, with its tax. */
export function usePrice({ priceCents, taxRate }: BookingType): string {
  const texts = useTexts(typeTexts);
  const { euros, percent } = useFormats();
  if (priceCents === 0) return texts.free;
  return texts.price(euros(priceCents / 100), taxRate ? percent(taxRate) : null);
}

const icons = { ON_SITE: 'pin', OFFICE: 'pin', VIDEO: 'video', PHONE: 'phone' } as const;

/** What an appointment costs, how long it takes, and where it takes place. */
export function TypeFacts({ type }: { type: BookingType }) {
  const texts = useTexts(typeTexts);
  const { places } = useTexts(sharedTexts);
  const { durationMinutes, location } = type;
  return (
    <ul class="meta soft">
      <li>
        <b>{usePrice(type)}</b>
      </li>
      <li>
        <Icon name="clock" />
        {texts.minutes(durationMinutes)}
      </li>
      <li>
        <Icon name={icons[location]} />
        {places[location]}
      </li>
    </ul>
  );
}
