import { legalName } from '@pv-planning/mail';
import type { CompanyPresentation } from '../company-records.ts';
import type { WithdrawalStart } from './company-texts.ts';

/** The company to which the withdrawal is declared. */
export type Sender = Pick<CompanyPresentation, 'name' | 'legalForm' | 'address' | 'phone' | 'email'>;

function postalAddress({ address }: Sender): string[] {
  if (!address) return [];
  const { street, houseNumber, addressLine2, postalCode, city } = address;
  const lines = [[street, houseNumber], [addressLine2], [postalCode, city]];
  return lines.map((parts) => parts.filter((part) => part).join(' ')).filter((line) => line !== '');
}

/** The beginning of the period, as the notes of the model have it for services, and for goods in several parts. */
const periodFrom: Readonly<Record<WithdrawalStart, string>> = {
  CONTRACT: 'des Vertragsabschlusses',
  DELIVERY:
    ', an dem Sie oder ein von Ihnen benannter Dritter, der nicht der Beförderer ist, die letzte Ware in Besitz genommen haben bzw. hat',
};

/** A company that collects the goods cannot keep the money until they are back (§ 357 (4) BGB). */
const consequencesOfDelivery = [
  'Wir holen die Waren ab. Wir tragen die Kosten der Rücksendung der Waren.',
  'Sie müssen für einen etwaigen Wertverlust der Waren nur aufkommen, wenn dieser Wertverlust auf einen zur Prüfung der Beschaffenheit, Eigenschaften und Funktionsweise der Waren nicht notwendigen Umgang mit ihnen zurückzuführen ist.',
];

const consequenceOfServices =
  'Haben Sie verlangt, dass die Dienstleistungen während der Widerrufsfrist beginnen soll, so haben Sie uns einen angemessenen Betrag zu zahlen, der dem Anteil der bis zu dem Zeitpunkt, zu dem Sie uns von der Ausübung des Widerrufsrechts hinsichtlich dieses Vertrags unterrichten, bereits erbrachten Dienstleistungen im Vergleich zum Gesamtumfang der im Vertrag vorgesehenen Dienstleistungen entspricht.';

const onlineFunction = (place: string) =>
  ` Sie können Ihr Widerrufsrecht auch online unter ${place} mit „Vertrag widerrufen“ ausüben. Wenn Sie diese Online-Funktion nutzen, übermitteln wir Ihnen auf einem dauerhaften Datenträger (z. B. durch eine E-Mail) unverzüglich eine Eingangsbestätigung mit Informationen zum Inhalt der Widerrufserklärung sowie dem Datum und der Uhrzeit ihres Eingangs.`;

/**
 * The instruction on withdrawal (Widerrufsbelehrung) by the model of annex 1 to Art. 246a § 1 (2) EGBGB, filled with the data of
 * the company. The wording is that of the law. The sentences about the online function are those of the model since 19 June 2026 (§
 * 356a BGB).
 *
 * @param place where the customer can withdraw online; null if there is none
 */
export function withdrawalInstruction(company: Sender, start: WithdrawalStart, place: string | null): string {
  const { phone, email } = company;
  const sender = [legalName(company), ...postalAddress(company), phone && `Telefon ${phone}`, email]
    .filter((part) => part)
    .join(', ');
  return [
    'Widerrufsrecht',
    'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen.',
    `Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag${start === 'CONTRACT' ? ' ' : ''}${periodFrom[start]}.`,
    `Um Ihr Widerrufsrecht auszuüben, müssen Sie uns (${sender}) mittels einer eindeutigen Erklärung (z. B. ein mit der Post versandter Brief oder eine E-Mail) über Ihren Entschluss, diesen Vertrag zu widerrufen, informieren. Sie können dafür das beigefügte Muster-Widerrufsformular verwenden, das jedoch nicht vorgeschrieben ist.${place === null ? '' : onlineFunction(place)}`,
    'Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.',
    'Folgen des Widerrufs',
    'Wenn Sie diesen Vertrag widerrufen, haben wir Ihnen alle Zahlungen, die wir von Ihnen erhalten haben, einschließlich der Lieferkosten (mit Ausnahme der zusätzlichen Kosten, die sich daraus ergeben, dass Sie eine andere Art der Lieferung als die von uns angebotene, günstigste Standardlieferung gewählt haben), unverzüglich und spätestens binnen vierzehn Tagen ab dem Tag zurückzuzahlen, an dem die Mitteilung über Ihren Widerruf dieses Vertrags bei uns eingegangen ist. Für diese Rückzahlung verwenden wir dasselbe Zahlungsmittel, das Sie bei der ursprünglichen Transaktion eingesetzt haben, es sei denn, mit Ihnen wurde ausdrücklich etwas anderes vereinbart; in keinem Fall werden Ihnen wegen dieser Rückzahlung Entgelte berechnet.',
    ...(start === 'DELIVERY' ? consequencesOfDelivery : []),
    consequenceOfServices,
  ].join('\n\n');
}

/** The model form for the withdrawal, by annex 2 to Art. 246a § 1 (2) EGBGB. */
export function withdrawalForm(company: Sender): string {
  const sender = [legalName(company), ...postalAddress(company), company.email]
    .filter((part) => part)
    .join(', ');
  return [
    '(Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es zurück.)',
    `– An ${sender}:`,
    '– Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über den Kauf der folgenden Waren (*)/die Erbringung der folgenden Dienstleistung (*)',
    '– Bestellt am (*)/erhalten am (*)',
    '– Name des/der Verbraucher(s)',
    '– Anschrift des/der Verbraucher(s)',
    '– Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier)',
    '– Datum',
    '(*) Unzutreffendes streichen.',
  ].join('\n\n');
}
