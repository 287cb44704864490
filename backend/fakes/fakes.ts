// Fakes of external servers for tests: a mail server, an S3 store, a broken server.
export { type S3Server, startS3Server } from './s3-server.ts';
export { type ReceivedMail, type SmtpSink, type SmtpSinkOptions, startSmtpSink } from './smtp-sink.ts';
export { startProxyDyingInData, startTcpServer } from './tcp-server.ts';
