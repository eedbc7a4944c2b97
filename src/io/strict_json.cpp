#include "io/strict_json.hpp"

#include "io/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>

namespace balak::io {
namespace {

constexpr std::size_t max_digits = 300;
constexpr std::size_t shown_length = 60;

/// Builds a Value from the parser's events.
class Builder {
public:
    explicit Builder(Value& root) : root_(&root) {}

    const std::string& refusal() const { return refusal_; }

    bool null() { return add<std::nullptr_t>(nullptr); }
    bool boolean(bool value) { return add<bool>(value); }
    bool number_integer(std::int64_t value) { return add<Integer>(value); }
    bool number_unsigned(std::uint64_t value) { return add<Integer>(value); }
    /// The parser also calls an integer that exceeds 64 bits a float.
    bool number_float(double /*value*/, const std::string& text) {
        const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
        if (digits.find_first_not_of("0123456789") != std::string_view::npos) {
            return refuse(fmt::format("{} is no integer", shown(text)));
        }
        if (digits.size() > max_digits) {
            return refuse(fmt::format("an integer has {} digits", digits.size()));
        }
        return add<Integer>(text);
    }
    bool string(std::string& text) { return add<std::string>(std::move(text)); }
    bool binary(Json::binary_t& /*bytes*/) { return refuse("there are bytes in it"); }

    bool start_object(std::size_t /*size*/) { return open<Value::Object>(); }
    bool key(std::string& name) {
        std::get<Value::Object>(open_.back()->data).emplace_back().name = std::move(name);
        return true;
    }
    bool end_object() {
        const auto& object = std::get<Value::Object>(open_.back()->data);
        std::vector<std::string_view> names;
        names.reserve(object.size());
        for (const auto& member : object) {
            names.push_back(member.name);
        }
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        if (twice != names.end()) {
            return refuse(fmt::format("the key {} is there twice", shown(*twice)));
        }
        open_.pop_back();
        return true;
    }
    bool start_array(std::size_t /*size*/) { return open<Value::Array>(); }
    bool end_array() {
        open_.pop_back();
        return true;
    }

    bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& /*error*/) {
        return refuse(fmt::format("it breaks off or goes wrong at byte {}", position));
    }

private:
    bool refuse(std::string why) {
        refusal_ = std::move(why);
        return false;
    }
    /// The place where the next value goes.
    Value& next() {
        if (open_.empty()) {
            return *root_;
        }
        if (auto* array = std::get_if<Value::Array>(&open_.back()->data)) {
            return array->emplace_back();
        }
        return std::get<Value::Object>(open_.back()->data).back().value;
    }
    template <class T, class From>
    bool add(From&& from) {
        next().data.template emplace<T>(std::forward<From>(from));
        return true;
    }
    template <class T>
    bool open() {
        if (open_.size() == max_depth) {
            return refuse(fmt::format("it is nested deeper than {}", max_depth));
        }
        // Stays in place: what it is in gets nothing more before it is closed.
        Value& place = next();
        place.data.template emplace<T>();
        open_.push_back(&place);
        return true;
    }

    Value* root_;
    std::vector<Value*> open_;
    std::string refusal_;
};

void append_shown(std::string& out, const Value& value) {
    if (out.size() > shown_length) {
        return;
    }
    struct Visitor {
        std::string& out;

        void operator()(std::nullptr_t) const { out += "null"; }
        void operator()(bool flag) const { out += flag ? "true" : "false"; }
        void operator()(const Integer& number) const { out += number.str(); }
        void operator()(const std::string& text) const { out += shown(text); }
        void operator()(const Value::Array& array) const {
            out += '[';
            for (const Value& item : array) {
                out += &item == array.data() ? "" : ", ";
                append_shown(out, item);
                if (out.size() > shown_length) {
                    return;
                }
            }
            out += ']';
        }
        void operator()(const Value::Object&) const { out += "{...}"; }
    };
    std::visit(Visitor{out}, value.data);
}

} // namespace

bool Value::operator==(const Value& other) const {
    return data == other.data;
}

const Value* find(const Value::Object& object, std::string_view name) {
    const auto found = std::ranges::find(object, name, &Member::name);
    return found == object.end() ? nullptr : &found->value;
}

std::string read_json(std::string_view text, Value& value) {
    // The parser would skip a byte order mark, and take a zero byte for the end of the text.
    if (text.starts_with("\xEF\xBB\xBF")) {
        return "it begins with a byte order mark";
    }
    if (text.find('\0') != std::string_view::npos) {
        return "there is a zero byte in it";
    }
    Builder builder(value);
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.refusal();
}

std::string shown(std::string_view text) {
    const bool cut = text.size() > shown_length;
    return Json(text.substr(0, shown_length)).dump(-1, ' ', true, Json::error_handler_t::replace) + (cut ? "..." : "");
}

std::string shown(const Value& value) {
    std::string out;
    append_shown(out, value);
    if (out.size() > 2 * shown_length) {
        out.resize(2 * shown_length);
        out += "...";
    }
    return out;
}

} // namespace balak::io
