import type { OfferPage } from '@pv-planning/contract/pages';
import { oneLineOf } from '../shared/components/address.ts';
import { ContactAside } from '../shared/components/contact.tsx';
import { Note } from '../shared/components/note.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { timeOfDay } from '../shared/german-days.ts';
import type { Formats } from '../shared/texts/formats.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { reachableOf } from './offer-view.ts';
import { type OfferTexts, offerTexts } from './texts/offer-texts.ts';
import { ViewLink } from './view-link.tsx';

interface Difference {
  what: string;
  read: string;
  now: string;
}

/** What a customer compares of two versions: the company can change these fields of a published offer. */
function comparable(offer: OfferPage, texts: OfferTexts, { euros, longDate }: Formats): [string, string][] {
  const { changed, total } = texts;
  const { name, validTo, customer, contact, offerPrice } = offer;
  return [
    [changed.name, name ?? ''],
    [changed.validTo, validTo === null ? changed.unlimited : longDate(timeOfDay(validTo))],
    [changed.customer, [customer.name, oneLineOf(customer.address)].filter(Boolean).join(', ')],
    [changed.contact, contact?.name ?? contact?.email ?? changed.nobody],
    [total, euros(offerPrice)],
  ];
}

/** Returns what differs between two versions of an offer. */
function differencesOf(read: OfferPage, now: OfferPage, texts: OfferTexts, formats: Formats): Difference[] {
  const after = comparable(now, texts, formats);
  return comparable(read, texts, formats).flatMap(([what, before], index) => {
    const [, value = ''] = after[index] ?? [];
    return value === before ? [] : [{ what, read: before, now: value }];
  });
}

interface ChangedProps {
  read: OfferPage;
  now: OfferPage;
  /** The customer knows the new version. */
  view: () => void;
}

/** The offer has changed since the customer read it, so that nothing was decided. */
export function ChangedScreen({ read, now, view }: ChangedProps) {
  const texts = useTexts(offerTexts);
  const differences = differencesOf(read, now, texts, useFormats());
  const { changed } = texts;
  return (
    <Screen
      title={changed.title}
      windowTitle={`${changed.title} – ${now.company.name}`}
      side={<ContactAside {...reachableOf(now)} />}
    >
      <Note kind="warn" isAlert title={changed.alert}>
        <p>{changed.alertText(now.company.name)}</p>
      </Note>
      {differences.length > 0 && (
        <table class="lines diff">
          <caption class="sr">{changed.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{changed.what}</th>
              <th scope="col">{changed.read}</th>
              <th scope="col">{changed.now}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ what, read: before, now: after }) => (
              <tr key={what}>
                <td>{what}</td>
                <td>
                  <del>{before}</del>
                </td>
                <td>
                  <ins>{after}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{differences.length > 0 ? changed.rest : changed.other}</p>
      <p class="go">
        <ViewLink class="btn main" view={null} onGo={view}>
          {changed.view}
        </ViewLink>
      </p>
    </Screen>
  );
}
