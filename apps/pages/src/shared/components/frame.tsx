import type { OfferPage } from '@pv-planning/contract/pages';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isEmbedded } from '../embedding.ts';
import { useTexts } from '../texts/reader.ts';
import { sharedTexts } from '../texts/shared-texts.ts';
import { addressLines } from './address.ts';
import { telephoneUrl } from './contact.tsx';
import { Icon } from './icon.tsx';

/** What the frame shows of a company. All pages of the contract have it. */
type ShownCompany = Omit<OfferPage['company'], 'taxNumber'>;

/** Attributes of style are forbidden to pages, but not to scripts. */
function useBrandColor(color: string | null) {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (color === null) style.removeProperty('--brand');
    else style.setProperty('--brand', color);
  }, [color]);
}

function Header({ company }: { company: ShownCompany }) {
  const texts = useTexts(sharedTexts);
  const { name, logo, phone } = company;
  return (
    <header class="top">
      <div class="wrap">
        {logo && <img src={`data:${logo.contentType};base64,${logo.content}`} alt="" />}
        <b>{name}</b>
        {phone !== null && (
          <a href={telephoneUrl(phone)}>
            <Icon name="phone" />
            <span class="slim">{texts.call}</span>
            <span class="wide">{phone}</span>
          </a>
        )}
      </div>
    </header>
  );
}

/** Leads to the website of the company. */
export function LegalLink({ href, children }: { href: string; children: string }) {
  const texts = useTexts(sharedTexts);
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span class="sr"> {texts.opensElsewhere}</span>
    </a>
  );
}

function Footer({ company }: { company: ShownCompany }) {
  const texts = useTexts(sharedTexts);
  const { name, address, phone, email, managingDirectors, registerCourt, registerNumber } = company;
  const { generalPartner, vatId, imprintUrl, privacyUrl } = company;
  const register = [registerCourt, registerNumber].filter((part) => part !== null).join(', ');
  return (
    <footer class="foot">
      <div class="wrap">
        <ul>
          {[name, ...addressLines(address), phone, email].map(
            (line) => line !== null && <li key={line}>{line}</li>,
          )}
        </ul>
        <ul>
          {managingDirectors.length > 0 && (
            <li>
              {texts.managingDirectors}: {managingDirectors.join(', ')}
            </li>
          )}
          {register !== '' && <li>{register}</li>}
          {generalPartner !== null && <li>{generalPartner}</li>}
          {vatId !== null && (
            <li>
              {texts.vatId} {vatId}
            </li>
          )}
        </ul>
        {(imprintUrl !== null || privacyUrl !== null) && (
          <nav aria-label={texts.legal}>
            {imprintUrl !== null && <LegalLink href={imprintUrl}>{texts.imprint}</LegalLink>}
            {privacyUrl !== null && <LegalLink href={privacyUrl}>{texts.privacy}</LegalLink>}
          </nav>
        )}
      </div>
    </footer>
  );
}

interface FrameProps {
  /** Unknown while the page is loaded, and for an unknown link. */
  company?: ShownCompany | undefined;
  children: ComponentChildren;
}

/** What surrounds every screen: the company above and below, which its own website shows already. */
export function Frame({ company, children }: FrameProps) {
  const texts = useTexts(sharedTexts);
  useBrandColor(company?.brandColor ?? null);
  // The website has a main part, in which the frame is.
  if (isEmbedded()) return <div class="wrap page">{children}</div>;
  return (
    <>
      <a class="skip" href="#content">
        {texts.skipToContent}
      </a>
      {company ? <Header company={company} /> : <div class="top" />}
      <main id="content" class="wrap page" tabIndex={-1}>
        {children}
      </main>
      {company && <Footer company={company} />}
    </>
  );
}
