import { expectStatus, type FairnessCase, paced } from '../fairness-case.ts';

const perSecond = 40;

export const compressedDocument: FairnessCase = {
  name: `client without a key requests the contract ${perSecond} times a second`,
  async prepare({ url }) {
    const headers = { 'accept-encoding': 'gzip' };
    return (signal) =>
      paced(perSecond, signal, () => expectStatus([200], `${url}/openapi.json`, { headers }));
  },
};
