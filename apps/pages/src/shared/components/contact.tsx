import { useTexts } from '../texts/reader.ts';
import { sharedTexts } from '../texts/shared-texts.ts';
import { Icon } from './icon.tsx';

export interface Reachable {
  phone: string | null;
  email: string | null;
}

export const telephoneUrl = (phone: string) => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;

/** How to reach somebody, as links. */
export function ContactLinks({ phone, email }: Reachable) {
  return (
    <ul class="acts">
      {phone !== null && (
        <li>
          <a class="act" href={telephoneUrl(phone)}>
            <Icon name="phone" />
            {phone}
          </a>
        </li>
      )}
      {email !== null && (
        <li>
          <a class="act" href={`mailto:${email}`}>
            <Icon name="mail" />
            {email}
          </a>
        </li>
      )}
    </ul>
  );
}

/** Whom to ask, beside the text of a screen. */
export function ContactAside({ title, ...reachable }: Reachable & { title?: string }) {
  const texts = useTexts(sharedTexts);
  if (reachable.phone === null && reachable.email === null) return null;
  return (
    <aside class="side" aria-label={texts.contact}>
      <b>{title ?? texts.questions}</b>
      <ContactLinks {...reachable} />
    </aside>
  );
}
