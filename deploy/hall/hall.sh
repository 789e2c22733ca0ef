#!/bin/sh
# The hall's broker: its own certificate authority, a user for each table, who may write what.
#   sh deploy/hall/hall.sh init FOLDER HOST   make FOLDER: CA, server certificate for HOST, mosquitto.conf, the hub's user
#   sh deploy/hall/hall.sh add FOLDER TABLE   let a table in; prints what goes into its overlook.toml
#   sh deploy/hall/hall.sh room FOLDER ROOM   let a room's broker pass on its tables; prints what goes into its settings
#   sh deploy/hall/hall.sh web FOLDER HOST    make HOST's certificate for encrypted pages; prints what goes into its overlook.toml
#   sh deploy/hall/hall.sh drop FOLDER NAME   let a table or a room in no more
# Needs openssl and mosquitto. What is there already is kept: a second `init` changes nothing.
set -eu

stop() { printf 'hall: %s\n' "$*" >&2; exit 2; }
usage() { stop "say: init FOLDER HOST, add FOLDER TABLE, room FOLDER ROOM, web FOLDER HOST, or drop FOLDER NAME"; }
[ $# -eq 3 ] || usage
want=$1 folder=$2 name=$3
here=$(cd "$(dirname "$0")" && pwd)
for program in openssl mosquitto_passwd; do
    command -v $program >/dev/null || stop "no $program: run 'apt-get install openssl mosquitto'"
done
umask 077

password() { openssl rand -hex 16; }

authority() {
    [ -e ca.crt ] && return 0
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -keyout ca.key -out ca.crt.new \
        -subj "/CN=Overlook hall" -addext "basicConstraints=critical,CA:TRUE" \
        -addext "keyUsage=critical,keyCertSign,cRLSign" 2>/dev/null || stop "openssl could not make the hall's CA"
    mv ca.crt.new ca.crt
}

# A file's name, and the host that it is for.
certificate() {
    [ -e "$1.crt" ] && return 0
    case $2 in *[!0-9.]*) kind=DNS ;; *) kind=IP ;; esac
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -out "$1.csr" \
        -subj "/CN=$2" 2>/dev/null || stop "openssl could not make the key of $2"
    printf 'subjectAltName=%s:%s\nextendedKeyUsage=serverAuth\n' "$kind" "$2" >"$1.ext"
    openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 825 -extfile "$1.ext" \
        -out "$1.crt.new" 2>/dev/null || stop "openssl could not sign the certificate of $2"
    mv "$1.crt.new" "$1.crt"
    rm -f "$1.csr" "$1.ext"
}

settings() {
    [ -e mosquitto.conf ] && return 0
    whole=$(pwd)
    sed "s|@FOLDER@|$whole|g" "$here/mosquitto.conf" >mosquitto.conf
    cp "$here/acl" acl
    chmod 0700 acl
}

# Give a user a new password. It goes through a file: an argument of a command can be read by everybody on this machine.
user() {
    secret=$(password)
    trap 'rm -f passwords.new' EXIT
    rm -f passwords.new
    printf '%s:%s\n' "$1" "$secret" >passwords.new
    mosquitto_passwd -U passwords.new || stop "mosquitto_passwd could not write $folder/passwords"
    if [ -e passwords ]; then awk -F: -v name="$1" '$1 != name' passwords >>passwords.new; fi
    [ -e passwords ] || : >passwords
    chmod 0700 passwords
    cat passwords.new >passwords
    rm passwords.new
}

# The owner of a folder can lay a link where root writes next: root works in a folder of its own alone.
take_folder() {
    [ "$(id -u)" -eq 0 ] || return 0
    chown root . && chmod go-w .
    strange=$(find . \( -type l -o -type f -links +1 -o -type d ! -user root \) -print -quit)
    [ -z "$strange" ] || stop "$folder/${strange#./}: a link, or a folder that is not root's: remove it, or give it to root, then run this again"
}

# Mosquitto that is started by root becomes the user mosquitto, which reads these files. It warns unless it owns the two
# with passwords and rights.
hand_over() {
    [ "$(id -u)" -eq 0 ] && id mosquitto >/dev/null 2>&1 || return 0
    group=$(id -gn mosquitto)
    chown "root:$group" . mosquitto.conf ca.crt server.crt server.key
    chown "mosquitto:$group" acl passwords
    chmod 0750 .
    chmod 0640 mosquitto.conf ca.crt server.crt server.key
}

no_hub() { [ "$name" != hub ] || stop "'hub' is the hub's own name: choose another"; }
is_room() { grep -Fqx "user $name" acl; }
is_known() { [ -e passwords ] && cut -d: -f1 passwords | grep -Fqx "$name"; }

# Take a room's rights away: its line, and the topics below it.
no_room() {
    awk -v room="$name" '$1 == "user" { its = $2 == room } $1 != "user" && $1 != "topic" { its = 0 } !its' acl >acl.new
    cat acl.new >acl
    rm acl.new
}

let_in() {
    [ -e "$folder/mosquitto.conf" ] || stop "$folder is no hall yet: run 'init' first"
    printf '%s' "$name" | grep -Eqx '[a-z0-9][a-z0-9_-]{0,31}' || stop "$1 '$name': up to 32 of a-z, 0-9, '-' and '_'"
    no_hub
    cd "$folder"
    take_folder
    [ "$1" = room ] || ! is_room || stop "'$name' is a room, and may speak for every table: drop it, or choose another"
    [ "$1" = table ] || is_room || ! is_known || stop "'$name' is a table, and has its password: drop it, or choose another"
    user "$name"
    hand_over
    host=$(openssl x509 -in server.crt -noout -subject | sed 's/.*CN *= *//')
}

case $want in
init)
    mkdir -p "$folder"
    cd "$folder"
    take_folder
    authority
    certificate server "$name"
    settings
    if [ ! -e passwords ]; then
        user hub
        printf '%s\n' "$secret" >hub-password
        printf 'hall: start the hub with overlook hub --broker %s:8883 --user hub --password-file %s/hub-password --ca %s/ca.crt\n' \
            "$name" "$(pwd)" "$(pwd)"
    fi
    hand_over
    printf 'hall: ready in %s; start it with mosquitto -c %s/mosquitto.conf\n' "$(pwd)" "$(pwd)"
    ;;
add)
    let_in table
    printf '[venue]\ntable = "%s"\nbroker = "%s"\nport = 8883\npassword = "%s"\nca_file = "ca.crt"\n' "$name" "$host" "$secret"
    printf 'hall: copy %s/ca.crt beside the overlook.toml; restart mosquitto, or send it SIGHUP\n' "$(pwd)" >&2
    ;;
room)
    let_in room
    is_room || printf '\nuser %s\ntopic write overlook/v1/+/presence\ntopic write overlook/v1/+/said\n' "$name" >>acl
    printf 'connection centre\naddress %s:8883\nbridge_cafile %s/ca.crt\nremote_username %s\nremote_password %s\n' \
        "$host" "$(pwd)" "$name" "$secret"
    printf 'topic overlook/v1/+/presence out 1\ntopic overlook/v1/+/said out 1\n'
    printf 'hall: these lines go into the mosquitto.conf of %s, with %s/ca.crt copied to its machine; restart both\n' \
        "$name" "$(pwd)" >&2
    ;;
web)
    [ -e "$folder/ca.key" ] || stop "$folder is no hall yet: run 'init' first"
    printf '%s' "$name" | grep -Eqx '[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?' || stop "web '$name': a host's name or address, as table-1.local"
    cd "$folder"
    take_folder
    mkdir -p web
    certificate "web/$name" "$name"
    printf '[web]\nnames = ["%s"]\ntls_certificate = "%s.crt"\ntls_key = "%s.key"\n' "$name" "$name" "$name"
    printf 'hall: copy %s/web/%s.crt and .key beside the overlook.toml; phones take %s/ca.crt, once (docs/install.md)\n' \
        "$(pwd)" "$name" "$(pwd)" >&2
    ;;
drop)
    cd "$folder" || stop "$folder is not there"
    take_folder
    no_hub
    if is_room; then no_room; fi
    mosquitto_passwd -D passwords "$name" || stop "'$name' was not let in"
    hand_over
    printf 'hall: %s is let in no more; restart mosquitto, or send it SIGHUP\n' "$name"
    ;;
*) usage ;;
esac
