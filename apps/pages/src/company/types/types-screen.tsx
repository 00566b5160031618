import type { CompanyPage as Company } from '@pv-planning/contract/pages';
import { ContactAside } from '../../shared/components/contact.tsx';
import { Icon } from '../../shared/components/icon.tsx';
import { Screen } from '../../shared/components/screen.tsx';
import { useTexts } from '../../shared/texts/reader.ts';
import { TypeFacts } from './type-facts.tsx';
import { typeTexts } from './type-texts.ts';

interface TypesProps {
  company: Company;
  /** Returns the address of a booking type, and of the request. */
  hrefOf: (slug: string) => string;
}

/** The appointments of a company, among which the customer chooses. */
export function TypesScreen({ company, hrefOf }: TypesProps) {
  const texts = useTexts(typeTexts);
  const { name, phone, email, bookingTypes } = company;
  const shown = bookingTypes.filter(({ sources }) => sources.includes('BOOKING_PAGE'));
  return (
    <Screen
      title={texts.title}
      windowTitle={`${texts.title} – ${name}`}
      side={<ContactAside phone={phone} email={email} />}
    >
      <p class="lead">{shown.length > 0 ? texts.lead : texts.none}</p>
      <div class="cards">
        {shown.map((type) => (
          <article class={type.bookable ? 'card' : 'card off'} key={type.slug}>
            <h2>
              {type.bookable ? <a href={hrefOf(type.slug)}>{type.name}</a> : type.name}
              {type.bookable && <Icon name="right" />}
            </h2>
            {type.description && <p class="pre">{type.description}</p>}
            <TypeFacts type={type} />
            {!type.bookable && <p class="small soft">{texts.notBookable}</p>}
          </article>
        ))}
      </div>
      <section class="part stack" aria-labelledby="request">
        <h2 id="request">{texts.requestTitle}</h2>
        <p>{texts.requestText}</p>
        <p>
          <a class="btn" href={hrefOf('request')}>
            {texts.request}
          </a>
        </p>
      </section>
    </Screen>
  );
}
