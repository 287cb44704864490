// The corpus of received mail, for tests of programs that use the reader.
export { mailCorpus, type CorpusMessage } from './corpus.ts';
export { corpusLeads, corpusOwnMail, erasedLead, mailDomain, outgoingMails } from './corpus-world.ts';
export { findShownProblems } from './find-shown-problems.ts';
export { readCorpusMessage, type TokenSource } from './read-corpus-message.ts';
