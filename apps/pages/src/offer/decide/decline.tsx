import type { OfferPage } from '@pv-planning/contract/pages';
import { Button } from '../../shared/components/button.tsx';
import { Field } from '../../shared/components/field.tsx';
import { Screen } from '../../shared/components/screen.tsx';
import { useTexts } from '../../shared/texts/reader.ts';
import { sharedTexts } from '../../shared/texts/shared-texts.ts';
import { decisionTexts } from '../texts/decision-texts.ts';
import { ViewLink } from '../view-link.tsx';
import type { Drafted } from './draft.ts';
import { OfferAside } from './side.tsx';

interface DeclineProps extends Drafted {
  offer: OfferPage;
  isSending: boolean;
  send: () => void;
}

export function DeclineScreen({ offer, draft, type, isSending, send }: DeclineProps) {
  const { decline } = useTexts(decisionTexts);
  const { back } = useTexts(sharedTexts);
  return (
    <Screen
      title={decline.title}
      windowTitle={`${decline.title} – ${offer.company.name}`}
      side={<OfferAside offer={offer} />}
    >
      <p class="lead">{decline.lead}</p>
      <Field
        id="reason"
        label={decline.reason}
        hint={decline.hint}
        value={draft.reason}
        onInput={(reason) => type({ reason })}
        isOptional
        isLong
        maxLength={1000}
      />
      <p class="go">
        <Button kind="main" isSending={isSending} onClick={send}>
          {decline.decline}
        </Button>
        <ViewLink class="btn" view={null}>
          {back}
        </ViewLink>
      </p>
      <p class="small soft">{decline.instead}</p>
    </Screen>
  );
}
