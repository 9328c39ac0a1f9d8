// Programs that speak with other machines.
export const network = String.raw`
curl
  -X --request <text>, -H --header <send-header>, -d --data --data-ascii <send>, --data-binary <send>, --data-raw <send-text>, --data-urlencode <send-encoded>, --json <send>, -F --form <send-form>, --form-string <send-text>, --url-query <send>
  -T --upload-file <send-file>, -o --output <write>, -O --remote-name, --remote-name-all => --remote-name, -J --remote-header-name, --output-dir <cwd>, --create-dirs, -C --continue-at <text>, -r --range <text>, -a --append, -G --get, -I --head
  -i --include --show-headers, -L --location, --location-trusted, --max-redirs <text>, -f --fail, --fail-with-body, --fail-early, -s --silent, -S --show-error, -v --verbose, -w --write-out <attached>, -D --dump-header <write>, --trace <write>, --trace-ascii <write>
  --stderr <write>, -K --config <curl-config>, -q --disable, -u --user <text>, -U --proxy-user <text>, -x --proxy <host>, --preproxy <host>, --socks4 <host>, --socks4a <host>, --socks5 <host>, --socks5-hostname <host>, --noproxy <text>
  --resolve <connect>, --connect-to <connect>, --doh-url <url>, --dns-servers <text>, --interface <text>, --unix-socket <look>, --abstract-unix-socket <text>, -A --user-agent <send-aside>, -e --referer <send-aside>, -b --cookie <curl-cookie>, -c --cookie-jar <write>, -j --junk-session-cookies
  -E --cert <look>, --key <look>, --cacert <look>, --capath <look>, --cert-type <text>, --key-type <text>, --pass <text>, --pinnedpubkey <text>, --crlfile <look>, -k --insecure, --ciphers <text>, --tls-max <text>, --tlsv1.2, --tlsv1.3, -1 --tlsv1, -2, -3
  -m --max-time <text>, --connect-timeout <text>, --retry <text>, --retry-delay <text>, --retry-max-time <text>, --retry-connrefused, --retry-all-errors, --limit-rate <text>, -y --speed-time <text>, -Y --speed-limit <text>, --keepalive-time <text>, -Z --parallel, --parallel-max <text>
  -0 --http1.0, --http1.1, --http2, --http2-prior-knowledge, --http3, -4 --ipv4, -6 --ipv6, -g --globoff, -N --no-buffer, -n --netrc, --netrc-file <read>, --netrc-optional, --compressed, --anyauth, --basic, --digest, --ntlm, --negotiate, --oauth2-bearer <text>, --aws-sigv4 <text>
  -Q --quote <text>, -P --ftp-port <text>, -l --list-only, -B --use-ascii, -z --time-cond <text>, -R --remote-time, --mail-from <text>, --mail-rcpt <text>, --proto <text>, --proto-default <text>, --proto-redir <text>, --url <send-url>, --variable <text>, --expand-url <send-url>, --etag-save <write>, --etag-compare <read>
  -p --proxytunnel, --proxy-header <text>, --path-as-is, --post301, --post302, --post303, -M --manual, -V --version, -h --help [text], -# --progress-bar, --no-progress-meter, --raw, --tr-encoding, --ssl-reqd, --libcurl <write>, --hsts <write>, --alt-svc <write>, --rate <text>, --local-port <text>, --happy-eyeballs-timeout-ms <text>, -t --telnet-option <text>
  --delegation <text>, --krb <text>, --service-name <text>, --tftp-blksize <text>, --haproxy-protocol, --request-target <text>, --remove-on-error, --no-clobber, --skip-existing, -: --next
  ? --remote-name : <curl-url>...
  : <send-url>...

wget wget2
  -O --output-document <write>, -o --output-file <write>, -a --append-output <write>, -P --directory-prefix <cwd>, -i --input-file <url-list>, -q --quiet, -v --verbose, -nv --no-verbose, -nc --no-clobber, -c --continue, -N --timestamping, -S --server-response, --spider
  -r --recursive, -l --level <text>, -k --convert-links, -p --page-requisites, -m --mirror => --recursive, -np --no-parent, -nd --no-directories, -nH --no-host-directories, -x --force-directories, -E --adjust-extension, -H --span-hosts, -D --domains <text>, -A --accept <text>, -R --reject <text>
  -t --tries <text>, -T --timeout <text>, -w --wait <text>, -Q --quota <text>, -U --user-agent <send-aside>, --header <send-header>, --referer <send-aside>, --post-data <send-text>, --post-file <send-file>, --body-data <send-text>, --body-file <send-file>, --method <text>, --user <text>, --password <text>, --http-user <text>, --http-password <text>
  --load-cookies <read>, --save-cookies <write>, --no-check-certificate, --ca-certificate <look>, --certificate <look>, --private-key <look>, -e --execute <host-setting>, --config <read>, -b --background, --limit-rate <text>, -4, -6, --no-proxy, --content-disposition, --cut-dirs <text>, --no-hsts, --use-askpass <sh>, --show-progress
  --progress <text>, --max-redirect <text>, -B --base <url>, -X --exclude-directories <text>, -I --include-directories <text>, --delete-after, --compression <text>, --connect-timeout <text>, --read-timeout <text>, --no-config, --warc-file <write>, -nv, -F --force-html, --random-wait, --waitretry <text>, --backups [text]
  ? --spider|--output-document : <send-url>...
  ? --recursive : <send-url>... {write-tree .}
  : <curl-url>...

aria2c, axel, lynx, w3m, links, youtube-dl, yt-dlp
  -o --output --out <write>, -O <write>, -d --dir <cwd>, -i --input-file <read>, -q --quiet, -a --auth <text>, -A --auth-type <text>, -f --form, -j --json, -b --body, -h --headers, -v --verbose, -p --print <text>, -F --follow, --download, -s <text>, -x <text>, --session <text>, -dump, -source, -f <text>
  : <http-word>...

ssh, autossh, mosh, sshpass-ssh
  ! stops remote
  -4, -6, -A, -a, -B <text>, -b <text>, -C, -c <text>, -D <text>, -E <write>, -e <text>, -F <look>, -f, -G, -g, -I <text>, -i <look>, -J <jump>, -K, -k, -L <text>, -l <text>, -M, -m <text>, -N, -n, -O <text>, -o <ssh-option>, -P <text>, -p <text>, -Q <text>, -q, -R <text>, -S <text>, -s
  -T, -t, -tt, -V, -v, -vv, -vvv, -W <host>, -w <text>, -X, -x, -Y, -y
  ? -Q|-V : <text>...
  : <host> <ssh-command=->...

pssh parallel-ssh, pdsh, clush, mussh
  ! stops remote
  -h --hosts <read>, -H --host <text>, -l --user <text>, -w <text>, -x <text>, -g --group <text>, -i --inline, -P --print, -t --timeout <text>, -p --par <text>, -o --outdir <write>, -e --errdir <write>, -A --askpass, -O <ssh-option>, -v --verbose, -a --all, -b, -L, -f <text>, -u <text>, -q, -N, -S, -m <text>
  : <ssh-command>...

sshpass
  ! stops
  -p <secret>, -f <read>, -e, -d <text>, -P <text>, -v
  : <command>...

scp
  -3, -4, -6, -A, -B, -C, -c <text>, -D <sh>, -F <look>, -i <look>, -J <jump>, -l <text>, -O, -o <ssh-option>, -P <text>, -p, -q, -R, -r --recursive, -S <sh>, -s, -T, -v, -X <text>
  ? --recursive : <scp-tree>... <scp-into>
  : <scp-copy>... <scp-into>

sftp
  -1, -2, -4, -6, -A, -a, -B <text>, -b <read>, -C, -c <text>, -D <sh>, -F <look>, -f, -i <look>, -J <jump>, -l <text>, -N, -o <ssh-option>, -P <text>, -p, -q, -R <text>, -r, -S <sh>, -s <text>, -v
  : <host> {given -} {send-put -}

rsync
  -v --verbose, -q --quiet, -c --checksum, -a --archive => --recursive, -r --recursive, -R --relative, -b --backup, --backup-dir <write-tree>, --suffix <text>, -u --update, --inplace, --append, -d --dirs, -l --links, -L --copy-links, -k --copy-dirlinks, -K --keep-dirlinks, -H --hard-links, -p --perms
  -E --executability, -A --acls, -X --xattrs, -o --owner, -g --group, -D --devices, -t --times, -O --omit-dir-times, -J, -S --sparse, -n --dry-run, -W --whole-file, -x --one-file-system, -B --block-size <text>, -e --rsh <sh>, --rsync-path <text>, --existing, --ignore-existing, --remove-source-files, --del --delete, --delete
  --delete-before => --delete, --delete-during => --delete, --delete-delay => --delete, --delete-after => --delete, --delete-excluded => --delete, --ignore-errors, --force, --max-delete <text>, --max-size <text>, --min-size <text>, --partial, --partial-dir <text>, -P => --partial --progress, -m --prune-empty-dirs, --numeric-ids, --timeout <text>
  --contimeout <text>, -I --ignore-times, --size-only, -T --temp-dir <text>, -y --fuzzy, --compare-dest <look>, --copy-dest <look>, --link-dest <look>, -z --compress, --compress-level <text>, -C --cvs-exclude, -f --filter <text>, -F, --exclude <text>, --exclude-from <read>, --include <text>, --include-from <read>, --files-from <read>, -0 --from0, -s --protect-args
  --address <text>, --port <text>, --stats, -h --human-readable, --progress, -i --itemize-changes, -M --remote-option <text>, --out-format <text>, --log-file <write>, --password-file <read>, --list-only, --bwlimit <text>, --chmod <text>, --chown <text>, --info <text>, --debug <text>, -4 --ipv4, -6 --ipv6, --mkpath, --open-noatime
  ? --dry-run|--list-only : <scp-tree>...
  ? --recursive --delete : <scp-tree>... <scp-replace>
  ? --remove-source-files : <move>... <scp-into>
  ? --recursive : <scp-tree>... <scp-into>
  : <scp-copy>... <scp-into>

rclone
  ! takes
  -v --verbose, -n --dry-run, -P --progress, -i --interactive, --fast-list, -q --quiet
  : <text>...
  copy, copyto, sync, move, moveto, bisync
    -v --verbose, -n --dry-run, -P --progress
    : <scp-tree> <scp-into>

nc ncat netcat, openssl-nc
  -4, -6, -b, -C, -c --sh-exec <sh>, -D, -d, -e --exec <sh>, -F, -g <text>, -G <text>, -h, -I <text>, -i <text>, -k, -l --listen, -M <text>, -m <text>, -N, -n, -O <text>, -o <write>, -P <text>, -p <text>, -q <text>, -r, -S, -s <text>, -T <text>, -t, -U, -u --udp, -V <text>, -v, -vv, -w --wait <text>, -W <text>, -X <text>, -x --proxy <host>, -Z, -z, --ssl
  ? --listen : <text>...
  : <host> <text>... {send-input}

socat
  -d, -D, -ly, -x, -v, -u, -U, -t <text>, -T <text>, -L <write>, -W <write>, -r <write>, -R <write>, -lf <write>
  : <socat>...

telnet
  -8, -E, -K, -L, -a, -d, -e <text>, -l <text>, -n <text>
  : <host> <text>... {send-input}

ftp, tftp, lftp, ncftp
  -i, -n, -v, -p, -A, -d, -a, -e <send-put>, -u <secret-after-comma>, -c <send-put>, -f <read>
  : <host> <text>... {send-put -}

ftp-upload, ncftpput
  -u <text>, -p <secret>, -P <text>, -R, -v, -m, -h <host>
  ? -h : <send-file>...
  : <host> <text> <send-tree>...

ping ping6, traceroute traceroute6, tracepath, mtr, nslookup, dig, host, whois, nmap, arping, fping, drill, ab, wrk, hey, siege
  -c <text>, -i <text>, -n, -t <text>, -W <text>, -w <text>, -s <text>, -p <text>, -m <text>, -q <text>, -I <text>, -oN <write>, -oG <write>, -oX <write>, -iL <read>, -f <text>, -x, -h <text>, -4, -6, -r, -A, -sV, -sS, -Pn, -b <text>, -k <text>
  : <net-word>...

tcpdump
  -w <write>, -r <read>, -F <read>, -V <read>, -z <command-name>, -i <text>, -c <text>, -C <text>, -G <text>, -W <text>, -s <text>, -E <text>, -j <text>, -M <text>, -m <text>, -y <text>, -Z <text>, -B <text>, -Q <text>, -T <text>, -D, -L, -A, -e, -n, -nn, -q, -t, -v, -vv, -x, -X, -S, -U, -l, -p
  : <text>...

ip
  -4, -6, -s, -d, -o, -br --brief, -j --json, -p --pretty, -c --color [text], -a --all, -n --netns <text>, -b --batch <read>, -force
  : <text>...
  netns
    : <text>...
    exec
      ! stops
      : <text> <command>...

ifconfig, route, arp, iptables, ip6tables, nft, ufw, firewall-cmd, tshark, nmcli, iw, iwconfig, ethtool, wg, wg-quick, tailscale, hostnamectl, resolvectl
  -w <write>, -r <read>, -i <text>, -n, -a, -t, -l, -p, -u, -c <text>
  : <text>...

ss, netstat, lsof
  -t, -u, -l, -p, -n, -a, -r, -s, -4, -6, -o, -e, -i [text], -P, -c <text>
  : <text>...

mail mailx sendmail, mutt
  -s <text>, -a <send-file>, -A --attach <send-file>, -c <recipient>, -b <recipient>, -r <text>, -t, -i <read>, -q <read>, -f <read>, -S <text>
  : <recipient>... {send-input}

getent
  : <text>...
  hosts, ahosts, ahostsv4, ahostsv6
    : <host>...

ntpdate, sntp, rdate, snmpwalk, snmpget, snmpbulkwalk
  -v <text>, -c <text>, -u <text>, -l <text>, -t <text>, -p <text>, -q, -d, -b, -s
  : <host> <text>...

ssh-keygen
  -t <text>, -b <text>, -C <text>, -f <key-file>, -N <secret>, -P <secret>, -q, -y, -l, -R <text>, -F <text>, -p, -e, -i, -m <text>, -E <text>, -B, -A, -H, -a <text>, -o, -s <read>, -I <text>, -n <text>, -V <text>
  ? -y|-l|-F|-e|-B : <text>...
  : <text>...

ssh-copy-id
  -i <look>, -p <text>, -o <ssh-option>, -f, -n
  : <host>

ssh-keyscan
  -t <text>, -p <text>, -H, -T <text>, -4, -6, -f <read>
  : <host>...

ssh-agent
  ! stops
  -a <text>, -c, -d, -D, -E <text>, -k, -s, -T, -t <text>, -P <text>
  : <command>...

ssh-add
  -l, -L, -d, -D, -K, -k, -t <text>, -c, -x, -X, -s, -A, --apple-use-keychain
  : <look>...

openssl
  ! dashes
  : <text>...
  s_client
    -connect <host>, -servername <text>, -host <host>, -port <text>, -showcerts, -CAfile <look>, -cert <look>, -key <look>, -proxy <host>, -starttls <text>, -quiet, -ign_eof
    : <text>... {send-input}
  enc, aes-256-cbc, des3, base64, bf, rc4
    -in <read>, -out <write>, -e, -d, -a -base64, -A, -k <secret>, -kfile <read>, -pass <pass>, -K <secret>, -iv <text>, -S <text>, -salt, -pbkdf2, -iter <text>, -md <text>
    : <text>...
  rand
    -out <write>, -hex, -base64
    : <text>
  dgst, sha256, md5, sha1, sha512
    -sign <read>, -verify <read>, -signature <read>, -out <write>, -hmac <secret>, -binary, -hex, -sha256, -md5, -sha1, -sha512
    : <read>...
  x509, rsa, req, pkcs12, pkcs8, genrsa, genpkey, pkey, ec, ecparam, verify, ca, crl, ciphers, version, pkcs7, asn1parse, speed, passwd, dhparam, cms, smime, ts, ocsp, list, prime
    -in <read>, -out <write>, -inkey <read>, -key <read>, -keyout <write>, -CA <read>, -CAkey <read>, -config <read>, -extfile <read>, -subj <text>, -days <text>, -passin <pass>, -passout <pass>, -inform <text>, -outform <text>, -pass <pass>, -algorithm <text>, -pkeyopt <text>, -name <text>, -newkey <text>, -set_serial <text>, -CAfile <read>
    -text, -noout, -nodes, -new, -x509, -pubout, -pubin, -export, -req, -CAcreateserial, -extensions <text>, -addext <text>, -url <url>, -certfile <read>, -untrusted <read>
    : <text>...

keytool, jarsigner
  ! dashes
  -storepass <secret>, -keypass <secret>, -srcstorepass <secret>, -srckeypass <secret>, -deststorepass <secret>, -destkeypass <secret>, -new <secret>, -keystore <edit>, -srckeystore <read>, -destkeystore <write>, -alias <text>, -dname <text>, -file <text>, -keyalg <text>, -keysize <text>, -validity <text>, -storetype <text>, -signedjar <write>
  : <text>...

htpasswd
  -c, -n, -b, -i, -m, -B, -C <text>, -2, -5, -r <text>, -d, -s, -p, -D, -v
  ? -b -n : <text> <secret>
  ? -n : <text>
  ? -b -v : <read> <text> <secret>
  ? -v : <read> <text>
  ? -b : <write> <text> <secret>
  : <write> <text>

ldapsearch, ldapmodify, ldapadd, ldapdelete, ldappasswd, ldapwhoami
  -H <host>, -h <host>, -p <text>, -D <text>, -w <secret>, -y <read>, -W, -x, -b <text>, -s <text>, -f <read>, -L, -LL, -LLL, -Z, -ZZ, -v
  : <text>...

gpg gpg2
  -o --output <write>, -d --decrypt, -e --encrypt, -s --sign, -c --symmetric, -r --recipient <text>, -u --local-user <text>, -a --armor, --batch, --yes, --passphrase <secret>, --passphrase-file <read>, --homedir <text>, --keyserver <host>, -b --detach-sign, --clearsign, --verify
  --import, --export, --export-secret-keys, -k --list-keys, -K --list-secret-keys, --recv-keys, --send-keys, --gen-key, --full-generate-key, --fingerprint, --delete-keys, --delete-secret-keys, -q --quiet, -v, --no-tty, --pinentry-mode <text>, --keyring <read>, --trust-model <text>
  ? --list-keys|--list-secret-keys|--recv-keys|--send-keys|--fingerprint|--export|--export-secret-keys|--delete-keys|--delete-secret-keys : <text>...
  : <read>...

age
  -d --decrypt, -e --encrypt, -o --output <write>, -r --recipient <text>, -R --recipients-file <read>, -i --identity <look>, -p --passphrase, -a --armor
  : <read>
`
