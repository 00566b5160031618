export { answers, fast, initializedDirectory, startMember, temporaryDirectory } from './testing/members.ts';
